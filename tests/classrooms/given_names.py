"""Names that must never be refused: common given names and full names, and names of the peoples."""

from __future__ import annotations

COMMON = """
An Anh Ánh Ân Bách Băng Bảo Bích Bình Ca Cảnh Cẩm Châu Chi Chiến Chinh Chính Chung Chương Công Cúc
Cương Cường Dân Dậu Diễm Diệp Diệu Dung Dũng Duy Duyên Dư Dương Đại Đan Đàn Đăng Đạo Đạt Đào Đèo
Điền Điệp Đình Định Đoan Đoàn Đô Độ Đông Đồng Đức Đường Giang Giao Hà Hạ Hải Hân Hạnh Hào Hảo Hằng
Hậu Hiên Hiền Hiển Hiếu Hiệp Hoa Hoà Hòa Hoài Hoan Hoàn Hoàng Hoè Hòe Hồng Hợp Huân Huệ Hùng Huy
Huyền Huỳnh Hưng Hương Hường Hữu Kha Khải Khang Khanh Khánh Khiêm Khoa Khôi Khuê Kiên Kiệt Kiều
Kim Kỳ Lam Lan Lành Lâm Lân Lệ Liên Liễu Linh Loan Long Lộc Lợi Luân Luận Lụa Lương Lượng Ly Lý
Mai Mạnh Mẫn Mây Mi Miên Minh Mị Mơ Mùi Mười My Mỹ Nam Nga Ngà Ngân Nghĩa Nghi Ngọc Ngô Ngữ Nguyên
Nguyệt Nhã Nhàn Nhân Nhật Nhi Nhiên Nho Nhung Như Oanh Phát Phi Phong Phú Phúc Phụng Phước Phương
Phượng Quang Quân Quế Quốc Quyên Quyền Quyết Quý Quỳnh Sang Sáng Sáu Sen Sinh Sơn Sương Tài Tâm
Tân Tấn Thái Tham Thanh Thành Thảo Thắm Thắng Thân Thi Thiên Thiện Thịnh Thoa Thông Thơ Thơm Thời
Thu Thuận Thục Thuỳ Thuý Thuỷ Thư Thương Thượng Thường Tiên Tiến Toàn Toản Trà Trang Trâm Trân Trí
Trinh Trọng Trúc Trung Trường Tú Tuấn Tuệ Tùng Tuyên Tuyền Tuyết Tường Tý Tỵ Uyên Vân Văn Vi Viên
Việt Vinh Vĩnh Vọng Vũ Vui Vương Vượng Vy Vỹ Xuân Xuyến Ý Yên Yến Bống Bưởi Bi Bin Bo Bon Cà_Rốt
Cún Gạo Mèo Mèo_Con Mít Na Nấm Sóc Su_Su Sữa Thỏ Tít Tôm Tép Cu_Tí Chó_Con Hải_Đăng Bảo_Trâm
Gia_Bảo Minh_Châu Như_Quỳnh Diệu_Linh Trọng_Nghĩa Đình_Phúc Tường_Vân Lan_Hương Nguyễn_Thị_Diễm
Lò_Văn_Đèo Đèo_Thị_Lả Lương_Đức_Địch Trần_Đại_Nghĩa Phạm_Xá Đỗ_Mười Đỗ_Điền Võ_Học
Nguyễn_Ngọc_Ngạn Bùi_Thị_Nụ Hồ_Đắc_Di Đặng_Thuỳ_Trâm Cù_Huy_Cận Cao_Xuân_Cảo Đàm_Thu Thu_Đàm
Thạch_Bích Sơn_Thị_Cúc Mùa_A_Páo Vàng_Thị_Mỷ Giàng_Seo_Phử Sùng_A_Lử Bố_Y Quàng_Văn_Các Lớn
Lộn_Xộn Lợn_Con Các_Bạn Tổ_1 Tổ_2 Nhóm_Mây Đội_Sao Lớp_5A4 Lan_10 An_2 Tú_Anh_7A Bé_Dê Bố_Mẹ Dũ_Mã
Du_Mã Đỗ_Ngữ Nguyễn_Đ._M. nguyen_van_an Tran_Thi_Hoa le_minh_duc Phuc Phuong Dung Diem Dao Dinh
Hung Bich Hoang_Dieu Cam_Tu Ngoc Khanh_Ly Bao_An Duc_Huy Thuy_Duong My_Linh Quoc_Khanh Mai_Chi
Thao_My Deo_Van_Long Hoe Du Di Do_Dien
"""

HERITAGE = """
H’Linh H'Linh H’Hen_Niê Y_Moan Y_Thuận Y_Bih K’Ho K'Brôi K’Lon K’Tiêng A_Páo A_Lăng_Bhuôch
Alăng_Bé Ksor_H’Mai Rơ_Châm Siu_Black Bnướch Zơrâm Pơloong Cơlâu Hồ_Kan_Lịch Ka_Sô_Liễng Thổ
Người_Thổ Dân_tộc_Thổ Ê-đê Mông H’Mông Nùng Dao_Đỏ Khơ-me Xá_Phó La_Quả Mạ Mảng Lự Lào Kinh Chăm
Ơ-đu Chứt Rục Sách Mày Châu_Mạ Sa_Pa Hà_Giang Mường_Lay Đà_Bắc Buôn_Đôn Ô_Quy_Hồ Quan_họ Hát_Xoan
Ô_ăn_quan Then
"""


def names(block: str) -> list[str]:
    return [name.replace("_", " ") for name in block.split()]
